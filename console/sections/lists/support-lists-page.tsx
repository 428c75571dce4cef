import { supportListIds } from '@assay/risk-service/contract'
import { SupportEntriesPage } from './support-entries-page.tsx'
import { SupportOverview } from './support-overview.tsx'
import { useListsUrl } from './use-lists-url.ts'

/** The five lists of values with a status, or the entries of the one that the address names. */
export function Component() {
  const url = useListsUrl()
  const list = supportListIds.find(known => known === url.get('list'))
  return list ? <SupportEntriesPage key={list} list={list} /> : <SupportOverview />
}
