/** The names of resources whose changes are logged, and of those whose changes are not; of one length. */
export const [loggedName, withoutLogName] = ['Group with an entry', 'Group without entry'] as const
