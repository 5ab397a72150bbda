/** Four digits at a time can be read aloud. */
export const inGroups = (digits: string): string => digits.replace(/(.{4})(?=.)/g, '$1 ');
