// One chunk for both: Metro puts code that two chunks share into the first load.
export { hashPin } from './pinHash';
export { sealTo } from './seal';
