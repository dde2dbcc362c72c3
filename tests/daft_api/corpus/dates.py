import datetime as dt

import daft

df = daft.from_pydict({"t": [dt.datetime(2024, 1, 31, 10, 20, 30, 123456), None]})
df = df.with_column("span", df["t"] - dt.datetime(2023, 1, 1))
names = []
for name in ("a",):
    df = df.with_column(f"date_{name}", df["t"].dt.date())
df = df.select(
    df["date_a"],
    df["t"].dt.day().alias("day"),
    df["t"].dt.day_of_month().alias("day_of_month"),
    df["t"].dt.day_of_week().alias("day_of_week"),
    df["t"].dt.day_of_year().alias("day_of_year"),
    df["t"].dt.hour().alias("hour"),
    df["t"].dt.microsecond().alias("microsecond"),
    df["t"].dt.millisecond().alias("millisecond"),
    df["t"].dt.minute().alias("minute"),
    df["t"].dt.month().alias("month"),
    df["t"].dt.nanosecond().alias("nanosecond"),
    df["t"].dt.quarter().alias("quarter"),
    df["t"].dt.second().alias("second"),
    df["t"].dt.strftime("%Y/%m").alias("strftime"),
    df["t"].dt.time().alias("time"),
    df["t"].dt.to_unix_epoch("ms").alias("to_unix_epoch"),
    df["span"].dt.total_days().alias("total_days"),
    df["span"].dt.total_hours().alias("total_hours"),
    df["span"].dt.total_microseconds().alias("total_microseconds"),
    df["span"].dt.total_milliseconds().alias("total_milliseconds"),
    df["span"].dt.total_minutes().alias("total_minutes"),
    df["span"].dt.total_nanoseconds().alias("total_nanoseconds"),
    df["span"].dt.total_seconds().alias("total_seconds"),
    df["t"].dt.truncate("1 hour").alias("truncate"),
    df["t"].dt.unix_date().alias("unix_date"),
    df["t"].dt.week_of_year().alias("week_of_year"),
    df["t"].dt.year().alias("year"),
    df["t"].partitioning.days().alias("days"),
    df["t"].partitioning.months().alias("months"),
)
print(df.to_pydict())
