import { addEnglish } from '@/i18n/languages';
import { later } from '@/i18n/messages/en/later';

// A test shows screens without the file that loads their messages.
addEnglish(later);
