import { type AmountSpeller } from '@/domain/words/amountSpeller';
import { type en } from './messages/en';

type MorePlurals = 'zero' | 'two' | 'few' | 'many';

/** The keys of the English messages. A language may have more plural forms than English, never fewer keys. */
type Messages<T = typeof en> = {
  readonly [K in keyof T]: T[K] extends string ? string : Messages<T[K]>;
} & {
  readonly [K in keyof T as K extends `${infer Name}_other` ? `${Name}_${MorePlurals}` : never]?: string;
};

/** The texts of one language. */
export interface LanguagePack {
  messages: Messages;
  /** Writes amounts in words. */
  speller: AmountSpeller;
}

/** What is loaded of a language: of English not the messages of screens that are loaded later. */
export type LoadedMessages = Partial<Messages>;
export type LoadedPack = Omit<LanguagePack, 'messages'> & { messages: LoadedMessages };
