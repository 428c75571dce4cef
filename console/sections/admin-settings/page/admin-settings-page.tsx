import type { ComponentType } from 'react'
import { useIntl } from 'react-intl'
import type { PageProps } from '../../../platform/permissions/section-routes.ts'
import { useSearchState } from '../../../platform/router/use-search-state.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { DecisionsTab } from '../decisions/decisions-tab.tsx'
import { adminParameters, type optionTabs } from '../frame/admin-address.ts'
import { GeneralTab } from '../general/general-tab.tsx'
import { MapsTab } from '../maps/maps-tab.tsx'
import { CaseOptionsTab } from '../options/case-options-tab.tsx'

const contents: Record<(typeof optionTabs)[number], ComponentType<PageProps>> = {
  general: GeneralTab,
  configuration: DecisionsTab,
  caseoptions: CaseOptionsTab,
  maps: MapsTab,
}

/** Settings of the whole tenant, in tabs. */
export function Component(props: PageProps) {
  const intl = useIntl()
  const [{ tab }] = useSearchState(adminParameters)
  useTitle(intl.formatMessage({ id: 'Admin.Title' }))
  const Content = contents[tab]
  return <Content {...props} />
}
