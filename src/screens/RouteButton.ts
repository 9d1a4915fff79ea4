import { createLink } from '@tanstack/react-router';
import { LinkButton } from '#ui/primitives/Button.tsx';

/** Link to a route that looks like a button. */
export const RouteButton = createLink(LinkButton);
