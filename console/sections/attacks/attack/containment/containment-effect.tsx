import { Callout } from '@assay/design-system'
import type { AttackKeyType, ContainmentPreview } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage } from 'react-intl'
import { api } from '../../../../platform/api/client.ts'
import { useEnvironment } from '../../../../platform/environments/environments.tsx'
import { QueryError } from '../../../../platform/errors/page-error.tsx'

interface ContainmentEffectProps {
  attackId: string
  keyTypes: readonly AttackKeyType[]
}

/** What a containment by these kinds of keys would have stopped, in one sentence. */
export function ContainmentEffect({ attackId, keyTypes }: ContainmentEffectProps) {
  const { id: environmentId } = useEnvironment()
  const query = useQuery({
    ...api.attacks.preview.queryOptions({ input: { environmentId, attackId, keyTypes: [...keyTypes] } }),
    enabled: keyTypes.length > 0,
    staleTime: 10_000,
  })
  const preview = query.data as ContainmentPreview | undefined
  if (keyTypes.length === 0)
    return (
      <Callout tone="warning" live>
        <FormattedMessage id="Attacks.Effect.Nothing" />
      </Callout>
    )
  if (query.isError) return <QueryError error={query.error} onRetry={() => void query.refetch()} />
  return (
    <Callout tone={preview && preview.others > 0 ? 'warning' : 'info'} live>
      {preview ? (
        <FormattedMessage id="Attacks.Effect" values={{ ...preview }} />
      ) : (
        <FormattedMessage id="Attacks.Effect.Loading" />
      )}
    </Callout>
  )
}
