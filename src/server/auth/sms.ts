import type { Platform } from '#server/boot/platform.ts';
import type { SmsSettings } from '#server/boot/settings.ts';
import { errorName } from '#server/db/errors.ts';
import { pinMessage } from '#server/texts/labels.heb.ts';

/** Sends a PIN by SMS. The console provider's line is the one place where a PIN is printed (decisions §1). */

const requestTimeout = 10_000;

type OutgoingRequest = { url: string; headers: Record<string, string>; body: string };

function twilio(
  { accountSid, authToken, from }: Extract<SmsSettings, { provider: 'twilio' }>,
  to: string,
  text: string,
): OutgoingRequest {
  return {
    url: `https://api.twilio.com/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`,
    headers: {
      Authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ To: to, From: from, Body: text }).toString(),
  };
}

function webhook(
  { url, secret }: Extract<SmsSettings, { provider: 'webhook' }>,
  to: string,
  text: string,
): OutgoingRequest {
  return {
    url,
    headers: {
      'Content-Type': 'application/json',
      ...(secret === null ? {} : { Authorization: `Bearer ${secret}` }),
    },
    body: JSON.stringify({ to, text }),
  };
}

/** Sends a PIN; returns whether the provider accepted it. A failure is logged without number and PIN. */
export async function sendSms({ settings, io, log }: Platform, to: string, pin: string): Promise<boolean> {
  const { sms } = settings;
  if (sms.provider === 'console') {
    io.print(JSON.stringify({ sms: to, pin }));
    return true;
  }
  const text = pinMessage(pin, settings.siteUrl);
  const { url, headers, body } = sms.provider === 'twilio' ? twilio(sms, to, text) : webhook(sms, to, text);
  try {
    const signal = AbortSignal.timeout(requestTimeout);
    const answer = await io.fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
    await answer.body?.cancel();
    if (!answer.ok) log.error({ provider: sms.provider, status: answer.status }, 'SMS refused');
    return answer.ok;
  } catch (error) {
    log.error({ provider: sms.provider, failure: errorName(error) }, 'SMS failed');
    return false;
  }
}
