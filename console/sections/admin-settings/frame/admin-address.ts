import { defaultedParameter } from '../../../platform/router/use-search-state.ts'

/** Tabs of the page itself, in their order. */
export const optionTabs = ['general', 'configuration', 'caseoptions', 'maps'] as const
type OptionTab = (typeof optionTabs)[number]
/** All tabs; the last one has an address of its own. */
export type AdminTab = OptionTab | 'search'

/** The state of the page in its address. */
export const adminParameters = { tab: defaultedParameter(optionTabs, 'caseoptions') } as const
