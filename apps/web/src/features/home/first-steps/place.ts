/** Of the card with its lines at phone width: what comes later moves nothing. The shell keeps as much (build/early.css). */
export const FIRST_STEPS_HEIGHT = '24rem';
