import type { z } from 'zod';

const formats: Readonly<Record<string, string>> = {
  email: 'is not a mail address',
  datetime: 'is not a day such as 1984-02-29',
};

/** What is wrong with a cell, after the name of its column. A schema with a message of its own keeps it. */
export function plainWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'boolean' ? 'must be true or false' : 'must be a whole number';
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`;
    case 'invalid_format':
      return formats[issue.format] ?? 'is invalid';
    case 'too_big':
      return issue.origin === 'string'
        ? `has more than ${issue.maximum} characters`
        : `is larger than ${issue.maximum}`;
    case 'too_small':
      return `is smaller than ${issue.minimum}`;
    default:
      return 'is invalid';
  }
}
