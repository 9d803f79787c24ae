/** The sentences of a ticket that takes the screen, and of the choices about booked tables on this device. */
export const BOOKED = {
  /** Before the restaurant's name, for screen readers: others see the stamp. */
  title: 'Booked:',
  stamp: 'Booked',
  done: 'Done',
  date: 'Date',
  time: 'Time',
  party: 'Party',
  seating: 'Seating',
  /** How long canceling is still free. */
  left: (time: string) => `${time} left`,

  screen: 'Booked tables on the whole screen',
  screenText: 'A table that we book for you takes the screen of this device once.',
  chime: 'Sound for a booked table',
  chimeText: 'This device plays two notes when we book a table while Tablehawk is open.',
} as const;
