/** Clauses of the demo's rules, by the section that they run in. */
export const prior = (name: string, text: string) => ({ name, section: 'prior' as const, text })
export const postRisk = (name: string, text: string) => ({ name, section: 'postRisk' as const, text })
export const postBot = (name: string, text: string) => ({ name, section: 'postBot' as const, text })
