import { supportListIds } from '@assay/risk-service/contract'
import { useListsSearchParams } from '../use-lists-search-params.ts'
import { SupportEntriesPage } from './support-entries-page.tsx'
import { SupportOverview } from './support-overview.tsx'

/** The five lists of values with a status, or the entries of the one that the address names. */
export function Component() {
  const url = useListsSearchParams()
  const list = supportListIds.find(known => known === url.get('list'))
  return list ? <SupportEntriesPage key={list} list={list} /> : <SupportOverview />
}
