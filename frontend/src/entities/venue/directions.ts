/** A link to the way to a restaurant, which Google's maps find by name and address. */
export function directionsTo(venueName: string, address: string): string {
  const destination = encodeURIComponent([venueName, address].filter(Boolean).join(', '));
  return `https://www.google.com/maps/dir/?api=1&destination=${destination}`;
}
