// First, so that it is known also when the phone wakes the app without a screen.
import './src/runtime/backgroundTask';
import './src/shell/entry';
