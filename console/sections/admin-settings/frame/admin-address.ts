import { defaultedParameter } from '../../../platform/router/use-search-state.ts'

/** Tabs of the page, in their order. */
export const adminTabs = ['configuration', 'caseoptions'] as const
export type AdminTab = (typeof adminTabs)[number]

/** The state of the page in its address. */
export const adminParameters = { tab: defaultedParameter(adminTabs, 'caseoptions') } as const
