import { useToast } from '@assay/design-system'
import { type SupportEntry, supportLists } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'
import { api, client } from '../api/client.ts'
import { useApiMutation } from '../mutations/use-api-mutation.ts'
import type { ListedValue, SupportEntryForm } from './support-entries.ts'

/** Queries that a change of a list status makes outdated. */
export const statusQueries = () => [api.supportEntries.key(), api.supportLists.key(), api.support.key()]

/**
 * Reports that the list status of a value was changed, with a way back to the entry that it had before.
 * @param entry the entry before the change; null without one
 */
export function useStatusToast(
  environmentId: string,
  { list, value }: ListedValue,
  entry: SupportEntry | null,
): (status: SupportEntryForm['status']) => void {
  const intl = useIntl()
  const { toast } = useToast()
  // The toast offers it when the form is closed.
  const undo = useApiMutation({
    mutationFn: () => client.supportEntries.set({ environmentId, list, value, ...(entry ?? { status: null }) }),
    invalidates: statusQueries(),
    onSuccess: () => toast({ title: intl.formatMessage({ id: 'Lists.Support.Undone' }) }),
  })
  return status =>
    toast({
      tone: 'success',
      title: intl.formatMessage({ id: `SupportStatus.Done.${status}` }, { value, list: supportLists[list].name }),
      action: { label: intl.formatMessage({ id: 'Common.Undo' }), onAction: () => undo.mutate() },
    })
}
