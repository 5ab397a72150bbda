import {
  ActionAddressSchema,
  ActionAggregateRead,
  ActionAggregateSchema,
  ActionSchema,
} from '@/contract/action';
import { DonationSchema, MembershipSchema, TransactionSchema } from '@/contract/bundle';
import { ContactAddressSchema, ContactSchema } from '@/contract/contact';
import { InvitationSchema } from '@/contract/invitation';
import { DonationPriceSchema, MembershipPriceGroupSchema, MembershipPriceSchema } from '@/contract/price';
import { TransactionSettingsSchema } from '@/contract/settings';
import { TransactionStatusSchema } from '@/contract/status';
import { PublicTeamSchema, TeamAddressSchema, TeamMemberSchema, TeamSchema } from '@/contract/team';
import { ActionUserSchema, UserSchema } from '@/contract/user';

/** The names of the interface, written by hand so that a misspelt schema fails. */
const written: [name: string, shape: object, fields: string][] = [
  [
    'Team',
    TeamSchema.shape,
    'id created_at updated_at name description private hide_users leaders users address',
  ],
  ['Team member', TeamMemberSchema.shape, 'id firstname surname mail avatar phone role role_data'],
  [
    'public team',
    PublicTeamSchema.shape,
    'id created_at updated_at name description leaders users hide_users address',
  ],
  [
    'team address',
    TeamAddressSchema.shape,
    'housenumber street postalcode citycode city state country addition infos building floor door pollingstation building_type lattitude longitude location score invalid',
  ],
  [
    'User',
    UserSchema.omit({ suspended_at: true, pending_mail: true }).shape,
    'id created_at updated_at deleted_at created firstname surname mail phone address city postal location birthdate locale group_id selected_group_id role role_data',
  ],
  [
    'User in an action',
    ActionUserSchema.omit({ suspended_at: true, pending_mail: true }).shape,
    'id created_at updated_at deleted_at created firstname surname mail phone address city postal location birthdate locale group_id selected_group_id role role_data CreatedAt UpdatedAt two_factor_enable validationcode gdpr_accepted active',
  ],
  [
    'Invitation',
    InvitationSchema.shape,
    'id group_id email mobile_phone role_id role created_at last_sent user_id',
  ],
  ['price group', MembershipPriceGroupSchema.shape, 'id CreatedAt UpdatedAt name hidden membership_prices'],
  [
    'membership price',
    MembershipPriceSchema.shape,
    'id CreatedAt UpdatedAt amount currency allow_custom_amount name hidden membership_price_group_id kind rolling_period duration',
  ],
  [
    'donation price',
    DonationPriceSchema.shape,
    'id CreatedAt UpdatedAt amount currency allow_custom_amount name hidden kind',
  ],
  [
    'Transaction',
    TransactionSchema.shape,
    'id amount currency payment_method_kind payment_method contact_id date code_campaign delivered_at delivery_token comment comment_date reimbursed_amount unpaid_amount external_transaction_id status_id',
  ],
  [
    'Membership',
    MembershipSchema.shape,
    'id contact_id start_date end_date membership_price_id amount amount_initial currency comment rolling_year',
  ],
  [
    'Donation',
    DonationSchema.shape,
    'id contact_id date amount initial_amount currency donation_price_id affectation comment',
  ],
  ['status', TransactionStatusSchema.shape, 'id CreatedAt UpdatedAt name color kind archived'],
  [
    'settings',
    TransactionSettingsSchema.shape,
    'payment_method_kinds max_batch_size default_status_id default_membership_price_id default_donation_price_id batch_prefix batch_serial_updated_at batch_serial membership_serial membership_prefix additional_settings currency open_periods',
  ],
  [
    'contact address',
    ContactAddressSchema.shape,
    'addition building city country county door floor house_number infos latitude longitude pollingstation postal_code state street id',
  ],
  [
    'Contact',
    ContactSchema.shape,
    'id created_at updated_at address age_category birth_city birth_country birthdate black_list custom_fields formdatas firstname surname gender mail mobile mobile_invalid phone phone_invalid nationality tags uuid',
  ],
  ['aggregate', ActionAggregateSchema.shape, 'Action NbVisites NbContacts NbVisitesDeclared'],
  [
    'Action',
    ActionSchema.shape,
    'id name pitch group_id Users Teams facts Forms Addresses link goal goal_forms start end reminder_id created_by gotv_voted_tag gotv_not_voted_tag gotv_abstention_tag public state registration_link created_by_detail aggreg_without_location fields polygon filter advanced_search not_polygon polling_station_included polling_station_excluded address_included address_excluded polling_station_included_missing polling_station_excluded_missing address_included_missing address_excluded_missing excluded_nevada',
  ],
  [
    'action address',
    ActionAddressSchema.shape,
    'housenumber postalcode citycode floor street city state country addition infos building door pollingstation latitude longitude',
  ],
];

test.each(written)('%s has the fields of the interface, spelled as there', (_name, shape, fields) => {
  expect(Object.keys(shape).sort()).toEqual(fields.split(' ').sort());
});

test('an action is read with its numbers, its avator and its two kinds of dates', () => {
  const aggregate = {
    Action: {
      id: 4,
      Users: [{ id: 1, CreatedAt: '2024-05-01T10:00:00Z', validationcode: null, group_id: [7, 8] }],
      Teams: [{ id: 2, DeletedAt: null, userswithactive: [{ id: 1, active: true }] }],
      Addresses: [{ housenumber: 12, postalcode: 75011, citycode: 75111, floor: 3, door: 'B' }],
      created_by_detail: { first_name: 'Ana', avator: 'https://example.org/a.png' },
      facts: [{ anything: 1 }],
    },
    NbVisites: 1,
    NbContacts: 2,
    NbVisitesDeclared: 3,
  };
  expect(ActionAggregateRead.parse(aggregate)).toEqual({
    ...aggregate,
    Action: {
      ...aggregate.Action,
      Users: [{ id: 1, CreatedAt: '2024-05-01T10:00:00Z', group_id: [7, 8] }],
      Teams: [{ id: 2, userswithactive: [{ id: 1, active: true }] }],
    },
  });
});

test('an action address stores text that is not a number', () => {
  const Addresses = [{ housenumber: '12', postalcode: '01000', citycode: '2A004', floor: 'RDC' }];
  expect(ActionAggregateRead.parse({ Action: { id: 1, Addresses } }).Action.Addresses).toEqual([
    { housenumber: 12, postalcode: '01000', citycode: '2A004', floor: 'RDC' },
  ]);
});
