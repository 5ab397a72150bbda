import { type Speaker } from '@/domain/words/speaker';
import { type en } from './messages/en';

type MorePlurals = 'zero' | 'two' | 'few' | 'many';

/** The same tree of keys with other words. A language may have more plural forms than English, never fewer keys. */
type Messages<T = typeof en> = {
  readonly [K in keyof T]: T[K] extends string ? string : Messages<T[K]>;
} & {
  readonly [K in keyof T as K extends `${infer Name}_other` ? `${Name}_${MorePlurals}` : never]?: string;
};

/** Everything that one language says. */
export interface LanguagePack {
  messages: Messages;
  /** Reads amounts out, so that a slip of a zero is heard. */
  speaker: Speaker;
}
