// First: a background start needs the task and renders no screen.
import './src/runtime/backgroundTask';
import './src/shell/entry';
