import type { Page } from '@playwright/test'
import { accounts, environments } from '../support/demo.ts'
import { expect, heading, signIn, test } from '../support/journey.ts'

const reports = [
  { name: 'Summary', path: 'summary', query: '&cardType=Visa', scope: /^Purchase · .+ – .+ · Card type: Visa/ },
  { name: 'Rules', path: 'rules', query: '&display=series', scope: /^Purchase · / },
  { name: 'Scores', path: 'scores', query: '', scope: /^Purchase · / },
  { name: 'Threats', path: 'threats', query: '', scope: /^Purchase · / },
] as const

/** Lays the page out for paper, as the browser does before it prints. */
async function beginPrint(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  await page.evaluate(() => void window.dispatchEvent(new Event('beforeprint')))
}

async function endPrint(page: Page): Promise<void> {
  await page.evaluate(() => void window.dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ colorScheme: 'dark', media: 'screen' })
}

/** What is on paper: the charts with their figures, what is cut off, and how light ink and paper are, 0 to 255. */
const readPaper = (page: Page) =>
  page.evaluate(() => {
    const lightness = (colour: string): number => {
      const context = new OffscreenCanvas(1, 1).getContext('2d')
      if (context === null) return Number.NaN
      context.fillStyle = 'white'
      context.fillRect(0, 0, 1, 1)
      context.fillStyle = colour
      context.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
      return (red + green + blue) / 3
    }
    const main = document.querySelector('main')
    const parts = [...(main?.querySelectorAll('*') ?? [])].filter(part => part.checkVisibility())
    const charts = parts.filter(part => part.matches('[data-slot="chart-frame"]'))
    const ink = parts
      .filter(part => part.matches('h1, h2, td, th'))
      .map(part => lightness(getComputedStyle(part).color))
    const papers = [document.documentElement, document.body, ...(main ? [main] : []), ...charts]
    return {
      charts: charts.map(chart => ({
        title: chart.getAttribute('aria-label'),
        rows: chart.querySelectorAll('[data-slot="chart-printed-table"] tbody tr').length,
      })),
      // What scrolls on screen has no end on paper; texts for screen readers alone have one pixel.
      cut: parts.flatMap(part => {
        const { overflowY } = getComputedStyle(part)
        return overflowY !== 'visible' && part.clientHeight > 1 && part.scrollHeight > part.clientHeight + 2
          ? [`${part.tagName} ${part.getAttribute('data-slot') ?? ''} ${part.className}`]
          : []
      }),
      brightestInk: Math.max(...ink),
      darkestPaper: Math.min(...papers.map(part => lightness(getComputedStyle(part).backgroundColor))),
    }
  })

test('each report is printed as a whole: light, with the figures of every chart, and nothing to press', async ({
  page,
}) => {
  test.slow()
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(page, accounts.caseManager, `/reports/summary?env=${environments.harborEu}`)
  // A service that has just started reads its reports first; the page asks again until then.
  await expect(page.getByRole('application').first()).toBeVisible({ timeout: 60_000 })
  for (const { name, path, query, scope } of reports)
    await test.step(name, async () => {
      await page.goto(`/reports/${path}?env=${environments.harborEu}${query}`)
      await expect(heading(page, name)).toBeVisible()
      await expect(page.getByRole('application').first()).toBeVisible()
      await expect(page.locator('main [data-slot="chart-frame"][data-status="loading"]')).toHaveCount(0)
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
      const charts = await page.getByRole('application').count()

      await beginPrint(page)
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
      await expect(page.getByRole('navigation')).toHaveCount(0)
      await expect(page.getByRole('banner')).toHaveCount(0)
      await expect(page.getByRole('tablist')).toHaveCount(0)
      await expect(page.getByRole('button', { name: /^Export / })).toHaveCount(0)
      await expect(page.getByText(scope)).toBeVisible()
      const paper = await readPaper(page)
      expect(paper.charts.length).toBeGreaterThanOrEqual(charts)
      expect(paper.charts.filter(({ rows }) => rows === 0)).toEqual([])
      expect(paper.cut).toEqual([])
      expect(paper.brightestInk).toBeLessThan(140)
      expect(paper.darkestPaper).toBeGreaterThan(240)

      await endPrint(page)
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
      await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
      expect((await readPaper(page)).charts.filter(({ rows }) => rows > 0)).toEqual([])
    })

  await test.step('over as many pages as it needs', async () => {
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThan(1)
  })
})
