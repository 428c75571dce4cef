import { SkeletonRows } from '@assay/design-system'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../../platform/api/client.ts'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import type { PageProps } from '../../../platform/permissions/section-routes.ts'
import { AssistantCard } from '../assistant/assistant-card.tsx'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { RootedTab } from '../frame/rooted-tab.tsx'
import type { AdminRoot } from '../frame/use-admin-root.ts'
import { AssistantSettingsForm } from './assistant-settings-form.tsx'
import { TenantFacts } from './tenant-facts.tsx'

/** Facts of the tenant and of this installation, its assistant, and the external tiles of the dashboard. */
export function GeneralTab({ links }: PageProps) {
  return <RootedTab tab="general">{admin => <General key={admin.root.id} admin={admin} links={links} />}</RootedTab>
}

function General({ admin: { root }, links }: { admin: AdminRoot; links: ReactNode }) {
  const { data, isError, error, refetch } = useQuery(
    api.assistant.settings.queryOptions({ input: { environmentId: root.id }, staleTime: 0 }),
  )
  if (data !== undefined) return <AssistantSettingsForm environmentId={root.id} stored={data} links={links} />
  return (
    <AdminFrame tab="general">
      <div className="flex flex-col gap-6">
        <TenantFacts />
        <AssistantCard>
          {isError ? <QueryError error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={4} />}
        </AssistantCard>
        {links}
      </div>
    </AdminFrame>
  )
}
