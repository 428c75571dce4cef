import { testLayerConformance } from '../testing/conformance.tsx'
import * as layer from './index.ts'

const {
  DashboardPage,
  DetailColumns,
  DetailPage,
  EditorColumns,
  EditorPage,
  ExplorerPage,
  ListPage,
  SettingsPage,
  WizardPage,
} = layer
const page = { name: '[Page]', header: <h1>[Page]</h1> }

testLayerConformance(
  layer,
  {
    DashboardPage: {
      slot: 'dashboard-page',
      render: root => (
        <DashboardPage {...page} tiles="[Tiles]" foot="[Foot]" {...root}>
          [Cards]
        </DashboardPage>
      ),
    },
    DetailColumns: {
      slot: 'detail-columns',
      render: root => (
        <DetailColumns start="[Why]" end="[Time]" {...root}>
          [Facts]
        </DetailColumns>
      ),
    },
    DetailPage: {
      slot: 'detail-page',
      render: root => (
        <DetailPage {...page} tabs="[Tabs]" {...root}>
          [View]
        </DetailPage>
      ),
    },
    EditorColumns: {
      slot: 'editor-columns',
      render: root => (
        <EditorColumns rail="[Parts]" side="[Sample]" {...root}>
          [Text]
        </EditorColumns>
      ),
    },
    EditorPage: {
      slot: 'editor-page',
      render: root => (
        <EditorPage {...page} foot="[Past]" {...root}>
          [Text]
        </EditorPage>
      ),
    },
    ExplorerPage: {
      slot: 'explorer-page',
      render: root => (
        <ExplorerPage {...page} query="[From]" rail="[Found]" panel="[Node]" {...root}>
          [Picture]
        </ExplorerPage>
      ),
    },
    ListPage: {
      slot: 'list-page',
      render: root => (
        <ListPage {...page} state="no-access" {...root}>
          [Rows]
        </ListPage>
      ),
    },
    SettingsPage: {
      slot: 'settings-page',
      render: root => (
        <SettingsPage {...page} sections={[{ id: 'a', label: '[General]', href: '#a' }]} current="a" dirty {...root}>
          [Fields]
        </SettingsPage>
      ),
    },
    WizardPage: {
      slot: 'wizard-page',
      render: root => (
        <WizardPage {...page} preview="[Request]" {...root}>
          [Steps]
        </WizardPage>
      ),
    },
  },
  { PageContent: 'draws nothing of its own around its content' },
)
