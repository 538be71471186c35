// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a table, sorted and filtered once for each reading and choice, although they are
 * drawn at every key: there may be hundreds of thousands. For one thread.
 */
final class Arrangement<R> {
  private @Nullable Reading reading;
  private String sort = "";
  private boolean reversed;
  private Filter filter = Filter.ALL;
  private List<R> rows = List.of();

  @SuppressWarnings("ReferenceEquality") // the same reading, not one that looks like it
  List<R> of(Reading now, Table<R> table, List<R> all, ViewPosition place) {
    if (now != reading
        || !place.sort().equals(sort)
        || place.reversed() != reversed
        || !place.filter().equals(filter)) {
      rows = table.arrange(all, place);
      reading = now;
      sort = place.sort();
      reversed = place.reversed();
      filter = place.filter();
    }
    return rows;
  }
}
