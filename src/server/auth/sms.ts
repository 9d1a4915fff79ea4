import type { Platform } from '#server/boot/platform.ts';
import type { SmsSettings } from '#server/boot/settings.ts';
import { errorName } from '#server/db/errors.ts';
import { formRequest, postRequest, webhookRequest, type OutgoingRequest } from '#server/http/outgoing.ts';
import { languageOf } from '#server/texts/language.ts';
import { pinMessage } from '#server/texts/pin-message.ts';

/** Sends PINs by SMS. The console provider is the only place that prints a PIN (decisions §1). */

const twilioRequest = (
  { accountSid, authToken, from }: Extract<SmsSettings, { provider: 'twilio' }>,
  to: string,
  text: string,
): OutgoingRequest =>
  formRequest(
    `https://api.twilio.com/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`,
    { To: to, From: from, Body: text },
    { Authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` },
  );

/** Prints a PIN; false if it cannot be written, so that the PIN does not count as sent. */
function printPin(io: Platform['io'], log: Platform['log'], to: string, pin: string): boolean {
  try {
    io.print(JSON.stringify({ sms: to, pin }));
    return true;
  } catch (error) {
    log.error({ provider: 'console', failure: errorName(error) }, 'SMS failed');
    return false;
  }
}

/** Sends a PIN; returns whether the provider accepted it. A failure is logged without number and PIN. */
export async function sendSms(
  { settings, io, log }: Platform,
  { to, pin, acceptLanguage }: { to: string; pin: string; acceptLanguage: string | null },
): Promise<boolean> {
  const { sms } = settings;
  if (sms.provider === 'console') return printPin(io, log, to, pin);
  const text = pinMessage(languageOf(acceptLanguage), pin, settings.siteUrl);
  const request =
    sms.provider === 'twilio' ? twilioRequest(sms, to, text) : webhookRequest(sms, { to, text });
  try {
    const response = await postRequest(io, request);
    await response.body?.cancel();
    if (!response.ok) log.error({ provider: sms.provider, status: response.status }, 'SMS refused');
    return response.ok;
  } catch (error) {
    log.error({ provider: sms.provider, failure: errorName(error) }, 'SMS failed');
    return false;
  }
}
