import { FlashList, type FlashListRef } from '@shopify/flash-list';
import { type ReactElement, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { Platform, View } from 'react-native';

import { Column } from './Column';
import { PausedBehind } from './PausedBehind';
import { space, target } from './tokens';

export interface ListHandle {
  /** Scrolls a row to the top without animation. */
  scrollToIndex(index: number): void;
  /** Where a row is below the visible top; null while it is not measured. */
  topOf(index: number): number | null;
  /** Scrolls down by a distance, or up by a negative one, without animation. */
  scrollBy(distance: number): void;
}

interface ListProps<Item> {
  /** The search or filter: when it changes, the list scrolls to the top. */
  resetKey?: string;
  items: readonly Item[];
  keyExtractor: (item: Item, index: number) => string;
  renderItem: (item: Item, index: number) => ReactElement;
  /** FlashList reuses the views of rows with the same type. */
  getItemType?: (item: Item) => string;
  header?: ReactElement;
  footer?: ReactElement;
  empty?: ReactElement;
  /** Called with the index of the first visible row while scrolling. */
  onFirstVisible?: (first: number) => void;
  onEndReached?: () => void;
  /** Rows of a table take all of the width, not a readable column. */
  isFullWidth?: boolean;
  /** Other data that rows depend on. */
  extraData?: unknown;
  ref?: Ref<ListHandle>;
}

/**
 * A virtualized list. After scrolling, the visible rows stay in place when rows above them change; at the top, new rows
 * appear.
 */
export function List<Item>({
  resetKey,
  items,
  keyExtractor,
  renderItem,
  getItemType,
  header,
  footer,
  empty,
  onFirstVisible,
  onEndReached,
  isFullWidth = false,
  extraData,
  ref,
}: ListProps<Item>) {
  const list = useRef<FlashListRef<Item>>(null);
  const [isAtTop, setAtTop] = useState(true);
  useEffect(() => list.current?.scrollToOffset({ offset: 0, animated: false }), [resetKey]);
  useImperativeHandle(ref, () => ({
    scrollToIndex: (index) => void list.current?.scrollToIndex({ index, animated: false }),
    topOf: (index) => {
      const layout = list.current?.getLayout(index);
      return layout && list.current ? layout.y - list.current.getAbsoluteLastScrollOffset() : null;
    },
    scrollBy: (distance) =>
      list.current?.scrollToOffset({
        offset: list.current.getAbsoluteLastScrollOffset() + distance,
        animated: false,
      }),
  }));
  const inColumn = (content: ReactElement) => (isFullWidth ? content : <Column>{content}</Column>);
  return (
    <PausedBehind>
      <FlashList
        {...(items.length === 0 ? scrolledByKeys : undefined)}
        ref={list}
        data={items}
        keyExtractor={keyExtractor}
        getItemType={getItemType}
        extraData={extraData}
        renderItem={({ item, index }) => inColumn(renderItem(item, index))}
        ListHeaderComponent={header === undefined ? null : inColumn(header)}
        ListFooterComponent={inColumn(footer ?? <View style={end} />)}
        ListEmptyComponent={empty === undefined ? null : inColumn(empty)}
        maintainVisibleContentPosition={{ disabled: isAtTop }}
        onScroll={({ nativeEvent }) => setAtTop(nativeEvent.contentOffset.y < target.small)}
        keyboardShouldPersistTaps="handled"
        onEndReached={onEndReached}
        onEndReachedThreshold={1}
        onViewableItemsChanged={
          onFirstVisible === undefined
            ? undefined
            : ({ viewableItems }) => {
                const indexes = viewableItems.flatMap(({ index }) => index ?? []);
                if (indexes.length > 0) onFirstVisible(Math.min(...indexes));
              }
        }
      />
    </PausedBehind>
  );
}

const end = { height: space.xxl };

// An empty list has nothing to focus; on the web the arrow keys must still scroll its text.
const scrolledByKeys = Platform.OS === 'web' ? ({ tabIndex: 0 } as const) : undefined;
