/** The providers' logos in their prescribed form; monochrome ones in the text colour. */
const svgProps = { width: 20, height: 20, viewBox: '0 0 24 24', 'aria-hidden': true } as const;

export const GoogleLogo = () => (
  <svg {...svgProps}>
    <path
      fill="#4285f4"
      d="M23 12.3c0-.8-.1-1.5-.2-2.2H12v4.4h6.2a5.3 5.3 0 0 1-2.3 3.400v2.900h3.700c2.2-2 3.4-5 3.4-8.500z"
    />
    <path
      fill="#34a853"
      d="M12 23.500c3.1 0 5.7-1 7.6-2.800l-3.7-2.900c-1 .7-2.3 1.1-3.9 1.1-3 0-5.5-2-6.4-4.700H1.800v3a11.5 11.5 0 0 0 10.2 6.300z"
    />
    <path fill="#fbbc05" d="M5.6 14.200a6.9 6.9 0 0 1 0-4.400v-3H1.800a11.5 11.5 0 0 0 0 10.400z" />
    <path
      fill="#ea4335"
      d="M12 5.100c1.7 0 3.2.6 4.4 1.700l3.3-3.300A11.5 11.5 0 0 0 1.8 6.800l3.8 3C6.5 7.1 9 5.1 12 5.100z"
    />
  </svg>
);

export const FacebookLogo = () => (
  <svg {...svgProps}>
    <circle cx="12" cy="12" r="12" fill="#1877f2" />
    <path
      fill="#fff"
      d="M16.7 15.500l.5-3.500h-3.300V9.800c0-1 .5-1.9 1.9-1.900h1.500V5s-1.4-.2-2.7-.2c-2.7 0-4.5 1.6-4.5 4.600V12H7v3.500h3.100V24a12 12 0 0 0 3.8 0v-8.500z"
    />
  </svg>
);

export const AppleLogo = () => (
  <svg {...svgProps} fill="currentColor">
    <path d="M17.5 12.700c0-2.9 2.4-4.3 2.5-4.400a5.4 5.4 0 0 0-4.2-2.300c-1.8-.2-3.5 1-4.4 1s-2.3-1-3.8-1a5.6 5.6 0 0 0-4.7 2.900c-2 3.5-.5 8.6 1.4 11.4 1 1.4 2.1 2.9 3.6 2.900s2-.9 3.7-.9 2.2.9 3.8.9 2.5-1.4 3.5-2.800a12 12 0 0 0 1.6-3.3 5 5 0 0 1-3-4.400zM14.6 4.300A5 5 0 0 0 15.8.600a5.2 5.2 0 0 0-3.4 1.7 4.8 4.8 0 0 0-1.2 3.6 4.3 4.3 0 0 0 3.4-1.600z" />
  </svg>
);
