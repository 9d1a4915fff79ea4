import { createLink } from '@tanstack/react-router';
import { LinkButton } from '#ui/primitives/Button.tsx';

/** Link to a route, drawn as a button. */
export const RouteButton = createLink(LinkButton);
