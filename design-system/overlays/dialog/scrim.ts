/** The veil behind modal surfaces. */
export const scrimClass = 'fixed inset-0 z-scrim bg-scrim'
