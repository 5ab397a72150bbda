/** The same fields as the interface returns, in the names that PostGraphile derives from the tables. */
export const contactFields = `rowId createdAt updatedAt address ageCategory birthCity birthCountry birthdate blackList customFields
  formdatas firstname surname gender mail mobile mobileInvalid phone phoneInvalid nationality tags uuid`;

export const contactQuery = `query($space: BigInt!, $id: BigInt!) {
  contact: contactByGroupIdAndRowId(groupId: $space, rowId: $id) { ${contactFields} } }`;

const person = `roleByGroupIdAndRoleId { name }
  userByUserId { rowId firstname surname phone mail avatar createdAt updatedAt }`;

/** Without the numbers of visited contacts and of declarations, for which it would need a function. */
export const actionsQuery = `query {
  list: allActions(orderBy: [ROW_ID_ASC]) { nodes {
    rowId name pitch link goal goalForms startsAt endsAt reminderId public state registrationLink gotvVotedTag gotvNotVotedTag
    gotvAbstentionTag facts forms addresses scope createdAt updatedAt
    spaceUserByGroupIdAndCreatedBy { ${person} }
    actionUsersByGroupIdAndActionId { nodes { spaceUserByGroupIdAndUserId { ${person} } } }
    actionTeamsByGroupIdAndActionId { nodes { teamByGroupIdAndTeamId { rowId name
      teamUsersByGroupIdAndTeamId { nodes { spaceUserByGroupIdAndUserId { ${person} } } } } } }
    visitsByGroupIdAndActionId { totalCount }
  } } }`;

export const bundlesQuery = (pageSize: number) => `query($offset: Int!) {
  list: allTransactionBundles(first: ${pageSize}, offset: $offset, orderBy: [ROW_ID_ASC]) { totalCount nodes { rowId createdBy
    transactionsByGroupIdAndBundleId { nodes { rowId amount currency paymentMethodKind contactId statusId date deliveryToken
      externalTransactionId } }
    membershipsByGroupIdAndBundleId { nodes { rowId amount currency contactId membershipPriceId } }
    donationsByGroupIdAndBundleId { nodes { rowId amount currency contactId donationPriceId date } }
  } } }`;

export const giftMutation = `mutation($gift: PeerGiftInput!) { peerGift(input: $gift) { result } }`;
