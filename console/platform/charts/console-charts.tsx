import { type ChartExport, ChartsProvider } from '@assay/design-system'
import { type ReactNode, useCallback } from 'react'
import { matchPath } from 'react-router-dom'
import { client } from '../api/client.ts'
import { useEnvironments } from '../environments/environments.tsx'
import { useApiMutation } from '../mutations/use-api-mutation.ts'
import { type RoutePath, routePaths } from '../permissions/route-table.ts'

/** The page that an address leads to: its route, without any id. */
const pageOf = (pathname: string): RoutePath => routePaths.find(path => matchPath(path, pathname) !== null) ?? '/'

/** A text as the log takes it: bounded, without what only steers its layout, and without half a character at its end. */
const logText = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .slice(0, 200)
    .replace(/\p{Cs}/gu, '')

interface ConsoleChartsProps {
  /** Address of the page, without the base path of the site. */
  pathname: string
  /** The page. */
  children: ReactNode
}

/**
 * What all charts of the console share: they are saved or copied once the activity log has recorded it, and
 * the step that one points at is shown by the others of its page.
 */
export function ConsoleCharts({ pathname, children }: ConsoleChartsProps) {
  const { environment } = useEnvironments()
  const environmentId = environment?.id
  const page = pageOf(pathname)
  const { mutateAsync } = useApiMutation<unknown, Parameters<typeof client.reports.recordChart>[0]>({
    mutationFn: input => client.reports.recordChart(input),
  })
  const record = useCallback(
    async ({ title, fileName, format, rows }: ChartExport) => {
      if (environmentId !== undefined)
        await mutateAsync({ environmentId, chart: logText(title), fileName: logText(fileName), page, format, rows })
    },
    [environmentId, page, mutateAsync],
  )
  return <ChartsProvider onExport={record}>{children}</ChartsProvider>
}
