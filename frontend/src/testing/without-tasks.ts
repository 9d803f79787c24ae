/**
 * React's development build makes a task of the browser's developer tools for each element that it creates, and runs
 * each component in it. Nobody looks at them in tests. This module is the first one, because React asks once.
 */
Reflect.deleteProperty(console, 'createTask');
