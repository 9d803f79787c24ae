import { clsx, type ClassValue } from 'clsx';

/**
 * Joins class names. There is no merging of rival utilities on purpose: wrappers take layout classes from
 * their caller and never let one override their own look.
 */
export function cn(...values: ClassValue[]): string {
  return clsx(values);
}
