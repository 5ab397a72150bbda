/** The settings of the space. */
export const space = {
  title: 'Settings of the space',
  text: 'Name, newcomers, second step, and how long data is stored.',
  forbidden: 'For managers and admins',
  forbiddenText: 'Managers and admins change these settings, with a service that supports it.',
  nameMissing: 'Give the space a name.',
  people: 'Who gets in',
  newcomersHint:
    'With a code that is valid for 15 minutes. The newcomer confirms their mail address and joins the team with the lowest role.',
  secondStepHint: 'They set it up when they next sign in.',
  retention: 'How long data is stored',
  retentionText: 'Older data is deleted automatically. Contacts and payments are never deleted this way.',
  limits: 'From {{shortest}} to {{longest}} days.',
  daysWrong: 'Enter a whole number from {{shortest}} to {{longest}}.',
  field: {
    name: 'Name of the space',
    newcomer_codes: 'Leaders may let newcomers into their team',
    second_factor_required: 'Managers and admins need a second step to sign in',
    audit_days: 'Days the audit log is stored',
    mail_days: 'Days sent mails are stored',
    response_days: 'Days responses to phones are stored',
  },
  hint: {
    audit_days: 'Who changed what.',
    mail_days: 'Address and date, without the text.',
    response_days: 'With them a record that a phone sends again is recognised.',
  },
} as const;
