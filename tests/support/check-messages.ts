import { messageKeys, unusedMessages } from './unused-messages.ts';

/** A step of `npm run check`: fails if a message is not used by the client. */
const unused = unusedMessages(messageKeys);
console.log(`${messageKeys.length - unused.length} of ${messageKeys.length} messages are used`);
if (unused.length > 0) {
  console.log(`in no source of the client: ${unused.join(', ')}`);
  process.exitCode = 1;
}
