import { FlashList, type FlashListRef } from '@shopify/flash-list';
import { type ReactElement, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { View } from 'react-native';

import { Column } from './Column';
import { space, target } from './tokens';

/** A list in the hands of whoever draws it. */
export interface ListHandle {
  /** Puts a row at the top, at once and from any distance. */
  scrollToIndex(place: number): void;
}

interface ListProps<Item> {
  /** What was searched or filtered by: another search is another list, and begins at its beginning. */
  resetKey?: string;
  items: readonly Item[];
  keyExtractor: (item: Item, index: number) => string;
  renderItem: (item: Item, index: number) => ReactElement;
  /** Rows of one kind take each other's place on the screen; say what a row is where there are several kinds. */
  getItemType?: (item: Item) => string;
  header?: ReactElement;
  /** Beneath the last row, or alone where there is none. */
  footer?: ReactElement;
  empty?: ReactElement;
  /** The first row in view, as one scrolls. */
  onFirstVisible?: (first: number) => void;
  onEndReached?: () => void;
  /** Anything but the items that rows are drawn from. */
  extraData?: unknown;
  ref?: Ref<ListHandle>;
}

/**
 * Rows of any number: only those near the screen exist. Whoever has scrolled keeps the rows in view, whatever comes or
 * goes above them; whoever stands at the beginning sees what comes.
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
  extraData,
  ref,
}: ListProps<Item>) {
  const list = useRef<FlashListRef<Item>>(null);
  const [isAtBeginning, setAtBeginning] = useState(true);
  useEffect(() => list.current?.scrollToOffset({ offset: 0, animated: false }), [resetKey]);
  useImperativeHandle(ref, () => ({
    scrollToIndex: (place) => void list.current?.scrollToIndex({ index: place, animated: false }),
  }));
  const inColumn = (content: ReactElement) => <Column>{content}</Column>;
  return (
    <FlashList
      ref={list}
      data={items}
      keyExtractor={keyExtractor}
      getItemType={getItemType}
      extraData={extraData}
      renderItem={({ item, index }) => inColumn(renderItem(item, index))}
      ListHeaderComponent={header === undefined ? null : inColumn(header)}
      ListFooterComponent={inColumn(footer ?? <View style={end} />)}
      ListEmptyComponent={empty === undefined ? null : inColumn(empty)}
      maintainVisibleContentPosition={{ disabled: isAtBeginning }}
      onScroll={({ nativeEvent }) => setAtBeginning(nativeEvent.contentOffset.y < target.small)}
      keyboardShouldPersistTaps="handled"
      onEndReached={onEndReached}
      onEndReachedThreshold={1}
      onViewableItemsChanged={
        onFirstVisible === undefined
          ? undefined
          : ({ viewableItems }) => {
              const places = viewableItems.flatMap(({ index }) => index ?? []);
              if (places.length > 0) onFirstVisible(Math.min(...places));
            }
      }
    />
  );
}

const end = { height: space.xxl };
