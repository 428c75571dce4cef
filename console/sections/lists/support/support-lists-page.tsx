import { supportListIds } from '@assay/risk-service/contract'
import { choiceParameter, useSearchState } from '../../../platform/router/use-search-state.ts'
import { SupportEntriesPage } from './support-entries-page.tsx'
import { SupportOverview } from './support-overview.tsx'

const searchSchema = { list: choiceParameter(supportListIds) }

/** The five lists of values with a status, or the entries of the one that the address names. */
export function Component() {
  const [{ list }] = useSearchState(searchSchema)
  return list ? <SupportEntriesPage key={list} list={list} /> : <SupportOverview />
}
