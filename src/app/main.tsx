import { startApp } from './start-app.tsx';
import '#theme/base.css.ts';

// In a task of its own, since evaluating the code is a long one: the page reacts to a tap in between.
setTimeout(() => void startApp());
