/** The word index of a searchable table: which records have a word. */
const wordTable = (name: string) => `
CREATE TABLE ${name} (
  scope_id INTEGER NOT NULL,
  word TEXT NOT NULL,
  record_id INTEGER NOT NULL,
  PRIMARY KEY (scope_id, word, record_id)
) WITHOUT ROWID;`;

export const searchSchema = `${wordTable('contact_words')}
${wordTable('user_words')}
`;
