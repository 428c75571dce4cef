import type { SelectGroup, SelectOption } from '@assay/design-system'
import { productionBranch } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useCan } from '../../../platform/environments/environments.tsx'

/** What can run over the history: the published rules, drafts of the user, and templates of rules. */
export function useSubjects(
  environmentId: string,
  eventType: string,
  isOffered: boolean,
): (SelectOption | SelectGroup)[] {
  const intl = useIntl()
  const can = useCan()
  const rules = useQuery(
    api.rules.list.queryOptions({
      input: { environmentId, eventType, branch: productionBranch },
      enabled: isOffered,
      staleTime: 30_000,
    }),
  ).data
  const library = useQuery(
    api.ruleTemplates.list.queryOptions({
      input: { environmentId },
      enabled: isOffered && can('templates.rule'),
      staleTime: 30_000,
    }),
  ).data
  const drafts = (rules ?? []).filter(({ hasDraft, inherited, type }) => hasDraft && !inherited && type === 'decision')
  const templates = library?.templates ?? []
  const groups: SelectGroup[] = [
    {
      label: intl.formatMessage({ id: 'TimeMachine.Drafts' }),
      options: drafts.map(({ id, name }) => ({ value: `draft.${id}`, label: name })),
    },
    {
      label: intl.formatMessage({ id: 'Templates.Title' }),
      options: templates.map(({ id, name }) => ({ value: `template.${id}`, label: name })),
    },
  ]
  return [
    { value: 'live', label: intl.formatMessage({ id: 'Rules.List.Published' }) },
    ...groups.filter(({ options }) => options.length > 0),
  ]
}
