import { renderRouter } from 'expo-router/testing-library';

import { ActionScreen } from '@/features/actions/ActionScreen';
import { ActionsScreen } from '@/features/actions/ActionsScreen';
import { BoardScreen } from '@/features/board/BoardScreen';
import { CashDeskScreen } from '@/features/cash/CashDeskScreen';
import { AnswerScreen } from '@/features/cash/codes/AnswerScreen';
import { CodeScreen } from '@/features/cash/codes/CodeScreen';
import { ScanScreen } from '@/features/cash/codes/ScanScreen';
import { CountScreen } from '@/features/cash/CountScreen';
import { HandOverScreen } from '@/features/cash/HandOverScreen';
import { ReceiveScreen } from '@/features/cash/ReceiveScreen';
import { ShiftScreen } from '@/features/cash/ShiftScreen';
import { WalkListScreen } from '@/features/actions/doors/WalkListScreen';
import { ContactScreen } from '@/features/contacts/ContactScreen';
import { DuplicatesScreen } from '@/features/contacts/duplicates/DuplicatesScreen';
import { MergeScreen } from '@/features/contacts/duplicates/MergeScreen';
import { EditContactScreen } from '@/features/contacts/edit/EditContactScreen';
import { NewContactScreen } from '@/features/contacts/edit/NewContactScreen';
import { ImportScreen } from '@/features/contacts/import/ImportScreen';
import { ContactsScreen } from '@/features/contacts/ContactsScreen';
import { HelpScreen } from '@/features/help/HelpScreen';
import { HomeScreen } from '@/features/home/HomeScreen';
import { PromisesScreen } from '@/features/promises/PromisesScreen';
import { ReceiptScreen } from '@/features/receipts/ReceiptScreen';
import { type Runtime } from '@/features/shared/runtime';
import { RollCallScreen } from '@/features/teams/RollCallScreen';
import { CheckInCodeScreen } from '@/features/teams/checkIn/CheckInCodeScreen';
import { CheckInScreen } from '@/features/teams/checkIn/CheckInScreen';
import { TeamScreen } from '@/features/teams/TeamScreen';
import { TeamsScreen } from '@/features/teams/TeamsScreen';
import { Text } from '@/ui/Text';

import { createWrapper } from './render';

// A test has no layout: rows are 100 high, the list 900.
jest.mock('@shopify/flash-list/dist/recyclerview/utils/measureLayout', () => {
  const original: object = jest.requireActual('@shopify/flash-list/dist/recyclerview/utils/measureLayout');
  const list = { x: 0, y: 0, width: 390, height: 900 };
  return {
    ...original,
    measureParentSize: () => list,
    measureFirstChildLayout: () => list,
    measureItemLayout: () => ({ x: 0, y: 0, width: 390, height: 100 }),
  };
});

/** The field screens at their addresses, over a real store; the places of other features are a word each. */
export function openField(runtime: Runtime, initialUrl: string) {
  return renderRouter(
    {
      index: HomeScreen,
      help: HelpScreen,
      'actions/index': ActionsScreen,
      'actions/[id]/index': ActionScreen,
      'actions/[id]/doors': WalkListScreen,
      'teams/index': TeamsScreen,
      'teams/[id]/index': TeamScreen,
      'teams/[id]/roll-call': RollCallScreen,
      'teams/[id]/check-in-code': CheckInCodeScreen,
      'teams/[id]/board': BoardScreen,
      'check-in': CheckInScreen,
      'shift/index': ShiftScreen,
      'shift/count': CountScreen,
      'shift/hand-over': HandOverScreen,
      'shift/receive': ReceiveScreen,
      'shift/code': CodeScreen,
      'shift/scan': ScanScreen,
      'shift/answer': AnswerScreen,
      cash: CashDeskScreen,
      promises: PromisesScreen,
      receipt: ReceiptScreen,
      'contacts/index': ContactsScreen,
      'contacts/new': NewContactScreen,
      'contacts/import': ImportScreen,
      'contacts/duplicates': DuplicatesScreen,
      'contacts/merge': MergeScreen,
      'contacts/[id]/index': ContactScreen,
      'contacts/[id]/edit': EditContactScreen,
      outbox: () => <Text>The outbox</Text>,
      record: () => <Text>The form</Text>,
      you: () => <Text>The menu</Text>,
    },
    { initialUrl, wrapper: createWrapper(runtime) }
  );
}
