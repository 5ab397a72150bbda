export { BooksScreen as default } from '@/shell/later';
