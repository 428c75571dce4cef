/** The scrim behind modal surfaces. */
export const scrimClass = 'fixed inset-0 z-scrim bg-scrim'
