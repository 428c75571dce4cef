import { Inbox } from 'lucide-react'
import { testLayerConformance } from '../testing/conformance.tsx'
import * as layer from './index.ts'

const {
  BrandMark,
  Breadcrumbs,
  EnvironmentSwitcher,
  NavShell,
  PageActions,
  PageHeader,
  Pagination,
  SegmentedControl,
  SkipLink,
  Stepper,
  Tab,
  TabLink,
  TabList,
  TabNav,
  TabPanel,
  Tabs,
  TopBar,
  Wizard,
  WizardReviewSection,
} = layer
const nothing = () => undefined
const crumbs = ['1', '2', '3', '4', '5'].map(id => ({ id, label: `[${id}]`, href: `#${id}` }))
const shell = {
  brand: { name: '[Name]', href: '#' },
  items: [{ id: 'cases', label: '[Cases]', icon: Inbox, href: '#cases' }],
  storageKey: 'conformance',
}

testLayerConformance(
  layer,
  {
    BrandMark: { slot: 'brand-mark', render: root => <BrandMark {...root} /> },
    Breadcrumbs: { slot: 'breadcrumbs', role: 'nav', render: root => <Breadcrumbs items={crumbs} {...root} /> },
    EnvironmentSwitcher: {
      slot: 'environment-switcher',
      role: 'button',
      render: root => (
        <EnvironmentSwitcher environments={[{ id: 'a', name: '[Shop]' }]} value="a" onValueChange={nothing} {...root} />
      ),
    },
    NavShell: {
      slot: 'nav-shell',
      render: root => (
        <NavShell {...shell} topBar={<TopBar />} {...root}>
          [Page]
        </NavShell>
      ),
    },
    PageActions: {
      slot: 'page-actions',
      render: root => <PageActions actions={[{ id: 'a', label: '[Publish]' }]} {...root} />,
    },
    PageHeader: {
      slot: 'page-header',
      role: 'header',
      render: root => <PageHeader title="[Title]" meta="[Scope]" {...root} />,
    },
    Pagination: {
      slot: 'pagination',
      role: 'nav',
      render: root => (
        <Pagination page={2} pageCount={9} onPageChange={nothing} range={{ from: 51, to: 100, total: 450 }} {...root} />
      ),
    },
    SegmentedControl: {
      slot: 'segmented-control',
      role: 'radiogroup',
      render: root => (
        <SegmentedControl
          label="[View]"
          segments={[
            { value: 'a', label: '[A]' },
            { value: 'b', label: '[B]' },
          ]}
          defaultValue="a"
          {...root}
        />
      ),
    },
    SkipLink: {
      slot: 'skip-link',
      role: 'a',
      render: root => (
        <>
          <SkipLink target="goal" {...root} />
          <div id="goal" tabIndex={-1} />
        </>
      ),
    },
    Stepper: {
      slot: 'stepper',
      role: 'ol',
      render: root => (
        <Stepper
          label="[Set-up]"
          current="a"
          steps={[
            { id: 'a', label: '[A]', state: 'done' },
            { id: 'b', label: '[B]', state: 'locked' },
          ]}
          onStepSelect={nothing}
          {...root}
        />
      ),
    },
    Tab: {
      slot: 'tab',
      role: 'tab',
      render: root => (
        <Tabs defaultValue="a">
          <TabList label="[Parts]">
            <Tab value="a" count={7} {...root}>
              [A]
            </Tab>
          </TabList>
          <TabPanel value="a">[Text]</TabPanel>
        </Tabs>
      ),
    },
    TabLink: {
      slot: 'tab-link',
      role: 'a',
      render: root => (
        <TabNav label="[Pages]">
          <TabLink href="#a" current {...root}>
            [A]
          </TabLink>
        </TabNav>
      ),
      asChild: root => (
        <TabLink asChild {...root}>
          <a href="#a">[A]</a>
        </TabLink>
      ),
    },
    TabList: {
      slot: 'tab-list',
      role: 'tablist',
      box: 'tab-list',
      render: root => (
        <Tabs defaultValue="a">
          <TabList label="[Parts]" {...root}>
            <Tab value="a">[A]</Tab>
          </TabList>
          <TabPanel value="a">[Text]</TabPanel>
        </Tabs>
      ),
    },
    TabNav: {
      slot: 'tab-nav',
      role: 'nav',
      render: root => (
        <TabNav label="[Pages]" {...root}>
          <TabLink href="#a">[A]</TabLink>
        </TabNav>
      ),
    },
    TabPanel: {
      slot: 'tab-panel',
      role: 'tabpanel',
      render: root => (
        <Tabs defaultValue="a">
          <TabList label="[Parts]">
            <Tab value="a" aria-controls={root.id}>
              [A]
            </Tab>
          </TabList>
          <TabPanel value="a" {...root}>
            [Text]
          </TabPanel>
        </Tabs>
      ),
    },
    TopBar: {
      slot: 'top-bar',
      role: 'header',
      render: root => (
        <NavShell {...shell} topBar={<TopBar {...root}>[Account]</TopBar>}>
          [Page]
        </NavShell>
      ),
    },
    Wizard: {
      slot: 'wizard',
      rulesOff: ['heading-order'],
      render: root => (
        <Wizard
          label="[Set-up]"
          finishLabel="[Create]"
          onFinish={nothing}
          onCancel={nothing}
          onSaveAndExit={nothing}
          steps={[
            { id: 'a', label: '[A]', content: '[Text]' },
            { id: 'b', label: '[B]', content: '[Text]' },
          ]}
          {...root}
        />
      ),
    },
    WizardReviewSection: {
      slot: 'wizard-review-section',
      role: 'section',
      rulesOff: ['heading-order'],
      render: root => (
        <Wizard
          label="[Set-up]"
          finishLabel="[Create]"
          onFinish={nothing}
          steps={[
            {
              id: 'a',
              label: '[A]',
              content: (
                <WizardReviewSection heading="[Part]" stepId="a" {...root}>
                  [Text]
                </WizardReviewSection>
              ),
            },
          ]}
        />
      ),
    },
  },
  { Tabs: 'draws nothing of its own' },
)
