/** Texts that commonly break programs, a few of each kind; not copied from a published list. */

/** Part of some texts that are sent in queries; it must not appear in logs. */
export const marker = 'zzqmarkqzz';

// By kind, several a line.
// oxfmt-ignore
export const naughty: readonly string[] = [
  // Empty and blank texts.
  '', ' ', '\t', '\r\n', '\u00a0\u2003', '\u200b', '\ufeff', '\u180e', '\u3164',
  // NUL, controls, lone surrogates, noncharacters.
  '\u0000', 'a\u0000b', '\u0001\u001f\u007f', '\u0085\u2028\u2029', '\ud800', 'a\udfff', '\uffff\ufffe',
  // Bidi controls, lookalikes, digits of other scripts.
  '\u202eabc', '\u2066\u2067x', 'שלום\u200fabc', 'раураl', 'İıß', 'ﷺ', '١٢٣', '１２３', '٠٥٠',
  // Sequences: families, flags, stacked marks, tags, private use.
  '👨‍👩‍👧‍👦', '🇮🇱🏴󠁧󠁢󠁳󠁣󠁴󠁿', `z${'\u0300'.repeat(200)}`, 'é é', '\u{10ffff}', '\u{e0001}', '𠜎𠜱',
  // Long texts.
  'x'.repeat(41), 'א'.repeat(501), '😀'.repeat(1500), ' '.repeat(5000), 'a'.repeat(30_000),
  // Numbers, or not.
  '0', '-0', '-1', '1e309', '-1e-400', 'NaN', 'Infinity', '0x1f', '1_000', '1,5', '.5', '٫', '1'.repeat(20),
  '2147483648', '9007199254740993', '99999999999999', '999999999999999', '00000000001', '+1', '1.0',
  // Times, or not.
  '0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '2026-02-30T00:00:00Z',
  '2026-01-01T24:00:00Z', '2026-01-01T00:00:60Z', '2026-13-01T00:00', '9999-12-31T23:59:59-14:00', '2026-01-01',
  // Keywords and property names.
  'null', 'undefined', 'true', 'None', 'nil', '[]', '{}', '[object Object]', '{"a":1}', 'infinity', 'epoch', 'now',
  '__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'length', 'me', 'gameRules',
  // Databases and patterns.
  "'", '"', '\\', '%', '_', '%%%\\', '$1', ':x', '?', '--', "' or '1'='1", "'; drop table members; --", '\\x00',
  '1; select pg_sleep(9)', '${sql``}', '(a+)+$', `${'a'.repeat(60)}!`, '[', '*', '(?<x', "E'\\000'", '1) union select 1',
  // Pages, templates, shells, formats, directories.
  '<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', 'javascript:alert(1)', '<svg/onload=alert(1)>', '&lt;&#0;',
  '{{7*7}}', '${7*7}', '<%= 7*7 %>', '#{7*7}', '%s%n%x%99999d', '{0}', '$(id)', '`id`', '; ls', '| cat /etc/passwd',
  '../../etc/passwd', '..%2f..%2f', '%2e%2e/', '/dev/null', 'C:\\con', 'aux', '.', '..', '/', '//', '%', '%zz', '%00',
  // Injections into other protocols.
  'a\r\nSet-Cookie: x=1', 'a\nb', '*)(uid=*))(|(uid=*', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>&b;',
  marker, 'http://169.254.169.254/latest', 'http://127.0.0.1:1/', 'file:///etc/passwd', '=1+1', '@SUM(1)', 'a@b', '+972501234567',
];
