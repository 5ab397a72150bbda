/** The settings of the space. */
export const space = {
  title: 'Settings of the space',
  text: 'Name, newcomers, second step, who sees what, maps, and how long data is stored.',
  forbidden: 'For managers and admins',
  forbiddenText: 'Managers and admins change these settings, with a service that supports it.',
  nameMissing: 'Give the space a name.',
  people: 'Who gets in',
  newcomersHint:
    'With a code that is valid for 15 minutes. The newcomer confirms their mail address and joins the team with the lowest role.',
  secondStepHint: 'They set it up when they next sign in.',
  maps: 'Maps',
  mapsText:
    'Maps need no tile server. With your own, phones that are online load its tiles; it sees which area they look at.',
  tileAddress: 'Address of the tiles',
  tileAddressHint:
    'For example https://tiles.example.org/{z}/{x}/{y}.png. The server has to allow every origin (CORS).',
  tileAddressWrong: 'Enter an address that starts with https:// and contains {z}, {x} and {y} once each.',
  attribution: 'Attribution',
  attributionHint: 'Always shown on the map, for example © OpenStreetMap contributors.',
  attributionMissing: 'Say who made the map: its licence asks for it.',
  retention: 'How long data is stored',
  retentionText: 'Older data is deleted automatically. Contacts and payments are never deleted this way.',
  shorterAsk: 'Delete older data?',
  shorterText: 'This deletes now what is older, and it cannot be restored.',
  shorterConfirm: 'Save and delete',
  limits: 'From {{shortest}} to {{longest}} days.',
  daysWrong: 'Enter a whole number from {{shortest}} to {{longest}}.',
  visibility: {
    assigned: 'Those who are assigned',
    assignedText:
      'Volunteers have the contacts of their actions and their own gifts, leaders also the gifts of their teams, managers everything.',
    everyone: 'Everyone in the space',
    everyoneText: 'Every phone has every contact and gift: for small groups.',
  },
  searchers: {
    managers: 'Managers',
    managersText: 'They find everyone in the space by name.',
    leaders: 'Managers and team leaders',
    leadersText: 'What leaders see first is a name and a town. Every person they open is in the audit log.',
  },
  field: {
    name: 'Name of the space',
    newcomer_codes: 'Leaders may let newcomers into their team',
    second_factor_required: 'Managers and admins need a second step to sign in',
    visibility: 'Who sees contacts, gifts and people',
    search_everyone: 'Who may search everyone',
    map_tiles: 'Tile server of the maps',
    audit_days: 'Days the audit log is stored',
    mail_days: 'Days sent mails are stored',
    response_days: 'Days responses to phones are stored',
  },
  hint: {
    audit_days: 'Who changed what.',
    mail_days: 'Address and date, without the text.',
    response_days: 'After that, a record that a phone sends again is still recognised.',
  },
} as const;
