import { clsx, type ClassValue } from 'clsx';

/**
 * Join class names. Competing utilities are not merged: components accept layout classes from their parent, and no
 * class overrides another.
 */
export function cn(...values: ClassValue[]): string {
  return clsx(values);
}
