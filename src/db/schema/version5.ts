/** Which bundles have an amount that went back or never came, written as this app writes bodies. Others are not read. */
export const hasSetback = (body: string) =>
  `(${body} GLOB '*"reimbursed_amount":[1-9]*' OR ${body} GLOB '*"unpaid_amount":[1-9]*')`;

/** The few bundles of which something was paid back or stayed unpaid: the ledger takes those amounts off its sums. */
export const version5 = `
CREATE INDEX transaction_bundles_with_setback ON transaction_bundles (scope_id, id)
  WHERE ${hasSetback('body')};
`;
