import { defaultedParameter } from '../../../platform/router/use-search-state.ts'

/** Tabs of the page itself, in their order. */
export const optionTabs = ['general', 'configuration', 'caseoptions', 'maps'] as const
type OptionTab = (typeof optionTabs)[number]
/** All tabs; the last two have addresses of their own. */
export type AdminTab = OptionTab | 'billing' | 'search'

/** The state of the page in its address. */
export const adminParameters = { tab: defaultedParameter(optionTabs, 'caseoptions') } as const
